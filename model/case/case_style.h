// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a case looks: light, to be read on a screen and printed on A4.
namespace ghostline::model {

inline constexpr const char* CaseStyle = R"(
@page{size:A4;margin:14mm}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#1b1f24;overflow-wrap:anywhere;font-variant-numeric:tabular-nums;
font:400 .9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main{max-width:62rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.875rem;line-height:1.15;margin:0 0 .35rem}
h2{font-size:1.25rem;line-height:1.2;margin:2.25rem 0 .6rem;padding-top:.6rem;border-top:1px solid #d9dee5;
break-after:avoid}
h3{font-size:1rem;margin:1.25rem 0 .4rem;break-after:avoid}
p{margin:.35rem 0}
.muted,figcaption,.axis{color:#5b6470}
.notice{margin:.75rem 0;padding:.6rem .8rem;border-left:4px solid #9a5b00;background:#fdf6ea}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.2rem 1.25rem;margin:.5rem 0}
dt{color:#5b6470}
dd{margin:0}
code{font:400 .8125rem/1.4 ui-monospace,"Liberation Mono",monospace}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.75rem;line-height:1.35;width:100%}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{padding:.14rem .4rem;text-align:right;border-bottom:1px solid #e6e9ee;vertical-align:bottom}
th{font-weight:600}
th span{display:block;color:#5b6470;font-weight:400}
.word{text-align:left}
.recorded thead th{background:#e8f1fb}
.worked thead th{background:#fdf1df}
tr.at td{background:#fbe3e1;font-weight:600}
figure{margin:.75rem 0;break-inside:avoid}
figcaption{font-size:.8125rem}
.cameras{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:2px}
.cameras img{display:block;width:100%;height:auto;border:1px solid #d9dee5}
.cameras span{color:#5b6470;text-align:center}
.moments{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.5rem}
.moments figure{margin:0}
figure.at figcaption{font-weight:600;color:#b3261e}
.moments figure.at img{border-color:#b3261e}
svg{display:block;width:100%;height:auto;background:#f7f8fa;border:1px solid #d9dee5}
svg text{font:400 11px sans-serif;fill:#5b6470}
.curve{fill:none;stroke-width:1.6;stroke-linejoin:round}
.recorded .curve{stroke:#0072b2}
.worked .curve{stroke:#b85c00}
.grid{stroke:#d9dee5;stroke-width:1}
.moment{stroke:#b3261e;stroke-width:1.2}
.limit{stroke:#5b6470;stroke-width:1.2;stroke-dasharray:6 4}
.spot{fill:#b3261e}
.key{display:inline-block;padding:0 .4rem}
.key.recorded{background:#e8f1fb}
.key.worked{background:#fdf1df}
@media print{main{max-width:none;padding:0}.scroll{overflow:visible}
table{font-size:6.6pt}th,td{padding:.06rem .22rem}body{font-size:9.5pt}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
)";

} // namespace ghostline::model

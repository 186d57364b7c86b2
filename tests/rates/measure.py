#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the detectors on made-up runs: how often they are wrong on clean ones, and what they find of cheats.

    measure.py --cli build/release/bin/ghostline-cli --clean CLEAN_FOLDER --cheats CHEATS_FOLDER [-- DETECT_OPTIONS]

Both folders come from make-runs. Prints Markdown. What follows -- goes to `ghostline-cli detect`.
"""
import argparse
import json
import os
import subprocess
import sys

DETECTORS = ["speed", "timer", "hover", "climb", "acceleration", "teleport", "spin", "aim", "clicks",
             "repetition", "reaction"]
STRENGTHS = ["weak", "middle", "strong"]
NEAR = 40  # ticks an alarm may be beside the cheat
TICKS_PER_HOUR = 72000


def detect(cli, folder, options):
    """The alarms of each file; every file that could not be read ends the program."""
    run = subprocess.run([cli, "detect", folder, "--json", *options], stdout=subprocess.PIPE, check=False)
    if run.returncode not in (0, 1, 2, 3, 4, 5) or not run.stdout:
        sys.exit(f"{cli} detect {folder} ended with {run.returncode}")
    answer = json.loads(run.stdout)
    found = {}
    for each in answer["files"]:
        if each.get("error"):
            sys.exit(f"{each['file']}: {each['error']}")
        found[os.path.basename(each["file"])] = [a for a in each["found"] if a.get("alarm", True)]
    return found


def truth_of(folder):
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as file:
        return json.load(file)["runs"]


def spans(alarm):
    begin = int(alarm["frame"])
    return begin, max(begin, int(alarm.get("end_frame") or begin))


def is_hit(alarm, run):
    begin, end = spans(alarm)
    return begin <= run["to_tick"] + NEAR and end >= run["from_tick"] - NEAR


def ingredients_at(run, alarm):
    begin, end = spans(alarm)
    kinds = [i["kind"] for i in run["ingredients"] if i["from"] <= end and i["to"] >= begin]
    return ", ".join(dict.fromkeys(kinds))


def print_table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def print_clean(alarms, truth, known):
    hours = sum(run["ticks"] for run in truth) / TICKS_PER_HOUR
    print(f"## Clean: {len(truth)} runs, {hours:.1f} hours\n")
    rows = []
    wrong = []
    for run in truth:
        wrong += [(run, alarm) for alarm in alarms[run["file"]]]
    for detector in known:
        of_it = [(run, alarm) for run, alarm in wrong if alarm["detector"] == detector]
        files = len({run["file"] for run, _ in of_it})
        rows.append((detector, len(of_it), f"{len(of_it) / hours:.2f}" if hours else "-", files))
    touched = len({run["file"] for run, _ in wrong})
    rows.append(("**all**", len(wrong), f"{len(wrong) / hours:.2f}" if hours else "-", touched))
    print_table(("detector", "alarms", "an hour", "runs with one"), rows)
    return wrong


def print_cheats(alarms, truth):
    print(f"## Cheats: {len(truth)} runs\n")
    rows = []
    sums = {strength: [0, 0] for strength in STRENGTHS}
    for kind in DETECTORS:
        cells = []
        total = [0, 0]
        for strength in STRENGTHS:
            runs = [run for run in truth if run["cheat"] == kind and run["strength"] == strength]
            found = sum(any(a["detector"] == kind and is_hit(a, run) for a in alarms[run["file"]]) for run in runs)
            cells.append(f"{found}/{len(runs)}")
            for count in (total, sums[strength]):
                count[0] += found
                count[1] += len(runs)
        rows.append((kind, *cells, share(total)))
    rows.append(("**all**", *(share(sums[s]) for s in STRENGTHS),
                 share([sum(sums[s][i] for s in STRENGTHS) for i in (0, 1)])))
    print_table(("cheat", *STRENGTHS, "all"), rows)
    print_others(alarms, truth)


def print_missed(alarms, truth):
    rows = []
    for run in truth:
        if any(a["detector"] == run["cheat"] and is_hit(a, run) for a in alarms[run["file"]]):
            continue
        span = {"frame": run["from_tick"], "end_frame": run["to_tick"]}
        rows.append((run["file"], f"{run['from_tick']}-{run['to_tick']}", ingredients_at(run, span)))
    print(f"## Missed: {len(rows)}\n")
    if rows:
        print_table(("file", "ticks", "what was on"), rows)


def share(count):
    return f"{count[0]}/{count[1]} ({100 * count[0] / count[1]:.0f} %)" if count[1] else "-"


def print_others(alarms, truth):
    """Which other detectors told of a cheat, too: no mistakes, but not what the table counts."""
    rows = []
    for kind in DETECTORS:
        others = {}
        runs = [run for run in truth if run["cheat"] == kind]
        for run in runs:
            for name in {a["detector"] for a in alarms[run["file"]] if a["detector"] != kind and is_hit(a, run)}:
                others[name] = others.get(name, 0) + 1
        if others:
            rows.append((kind, ", ".join(f"{name} {count}/{len(runs)}" for name, count in sorted(others.items()))))
    if rows:
        print("During the cheat other detectors raised an alarm in so many runs:\n")
        print_table(("cheat", "other detectors"), rows)


def print_wrong(title, wrong):
    print(f"## {title}: {len(wrong)}\n")
    rows = []
    for run, alarm in wrong:
        begin, end = spans(alarm)
        rows.append((alarm["detector"], run["file"], f"{begin}-{end}", f"{alarm['value']:.4g}",
                     f"{alarm['threshold']:.4g}", alarm.get("actor", ""), ingredients_at(run, alarm)))
    rows.sort()
    if rows:
        print_table(("detector", "file", "ticks", "value", "threshold", "actor", "what was on"), rows)


def main():
    argv = sys.argv[1:]
    options = []
    if "--" in argv:
        at = argv.index("--")
        argv, options = argv[:at], argv[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="build/release/bin/ghostline-cli")
    parser.add_argument("--clean", help="folder of clean runs")
    parser.add_argument("--cheats", help="folder of runs with a cheat")
    arguments = parser.parse_args(argv)
    if not arguments.clean and not arguments.cheats:
        parser.error("--clean or --cheats, or both")

    if arguments.clean:
        alarms = detect(arguments.cli, arguments.clean, options)
        seen = sorted({a["detector"] for found in alarms.values() for a in found})
        known = DETECTORS + [name for name in seen if name not in DETECTORS]
        wrong = print_clean(alarms, truth_of(arguments.clean), known)
        print_wrong("False alarms", wrong)
    if arguments.cheats:
        alarms = detect(arguments.cli, arguments.cheats, options)
        truth = truth_of(arguments.cheats)
        print_cheats(alarms, truth)
        print_missed(alarms, truth)
        wrong = [(run, alarm) for run in truth for alarm in alarms[run["file"]] if not is_hit(alarm, run)]
        print_wrong("Alarms in runs with a cheat, but outside of it", wrong)


if __name__ == "__main__":
    main()

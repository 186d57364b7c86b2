// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/pages.h"

#include "app/manual/bash_completion.h"
#include "app/manual/fish_completion.h"
#include "app/manual/man_page.h"
#include "app/manual/zsh_completion.h"
#include "model/codec/codec_registry.h"

#include <QDir>
#include <QSaveFile>

#include <cstdio>

namespace ghostline::manual {

using namespace Qt::StringLiterals;

namespace {

QStringList recordingNames()
{
    QStringList patterns;
    const model::CodecRegistry registry;
    for (const model::CodecInfo& codec : registry.codecs())
        patterns += codec.patterns;
    patterns.sort();
    return patterns;
}

} // namespace

int writePages(Program program, const QStringList& arguments)
{
    if (arguments.size() != 2) {
        std::fputs("the one argument is the share folder to write to\n", stderr);
        return 2;
    }
    program.recordings = recordingNames();
    const struct
    {
        QString path;
        QString text;
    } pages[] = {
        {u"man/man1/%1.1"_s.arg(program.name), manPage(program)},
        {u"bash-completion/completions/%1"_s.arg(program.name), bashCompletion(program)},
        {u"zsh/site-functions/_%1"_s.arg(program.name), zshCompletion(program)},
        {u"fish/vendor_completions.d/%1.fish"_s.arg(program.name), fishCompletion(program)},
    };
    for (const auto& page : pages) {
        const QFileInfo place(QDir(arguments.last()), page.path);
        QDir().mkpath(place.absolutePath());
        QSaveFile file(place.absoluteFilePath());
        if (!file.open(QIODevice::WriteOnly) || file.write(page.text.toUtf8()) < 0 || !file.commit()) {
            std::fprintf(stderr, "%s: %s\n", qPrintable(file.fileName()), qPrintable(file.errorString()));
            return 1;
        }
    }
    return 0;
}

} // namespace ghostline::manual

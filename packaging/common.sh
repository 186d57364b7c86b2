# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by packaging/run, packaging/test and .ci/run: installs what is missing and builds quietly.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { printf 'ghostline: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

installed() { dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

# missing_packages LIST...: the lines of packaging/apt/LIST.txt of which nothing is installed yet.
missing_packages() {
    local line choice found
    while read -r line; do
        found=
        for choice in ${line//|/ }; do
            if installed "$choice"; then found=yes; break; fi
        done
        [ -n "$found" ] || echo "$line"
    done < <(cd "$root/packaging/apt" && for list in "$@"; do sed 's/#.*//; /^[[:space:]]*$/d' "$list.txt"; done)
}

# install_packages SUDO LINE...: of each line the first that this release has. SUDO may be empty or have options.
install_packages() {
    local sudo=$1 log line choice names=()
    shift
    log=$(mktemp)
    # shellcheck disable=SC2086 # SUDO is words
    $sudo apt-get update -qq >"$log" 2>&1 || say "apt-get update failed; trying with the lists at hand"
    for line in "$@"; do
        for choice in ${line//|/ }; do
            if apt-cache show "$choice" >/dev/null 2>&1; then names+=("$choice"); break; fi
        done
    done
    # shellcheck disable=SC2086
    if [ ${#names[@]} -eq 0 ] ||
        ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${names[@]}" >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "could not install: ${names[*]:-$*}"
        return 1
    fi
    rm -f "$log"
}

# ensure_packages LIST...: installs the packages of packaging/apt/LIST.txt that are not there yet.
ensure_packages() {
    command -v apt-get >/dev/null || {
        say "this is not a Debian or Ubuntu system: install the packages of packaging/apt/ by hand"
        return 0
    }
    local missing sudo=
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0

    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "packages are missing (${missing[*]}) and there is no sudo: install them as root"
        sudo=sudo
    fi
    say "installing ${#missing[@]} packages"
    install_packages "$sudo" "${missing[@]}" || exit 1
}

# try_packages LIST...: the same for what one can do without: asks for no password, and says what to do instead.
try_packages() {
    local missing sudo=
    command -v apt-get >/dev/null || return 0
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -eq 0 ] || { sudo="sudo -n" && $sudo true 2>/dev/null; }; then
        say "installing ${#missing[@]} recommended packages"
        if install_packages "$sudo" "${missing[@]}"; then return 0; fi
    fi
    say "going on without ${missing[*]}; later: sudo apt install ${missing[*]}"
}

# Several checkouts share what the compiler made: ccache sees paths below the root as relative to it.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

# build PRESET [TARGET...]: configures when needed and builds; prints the compiler's words only when it fails.
build() {
    local preset=$1 log targets=()
    shift
    local target
    for target in "$@"; do targets+=(--target "$target"); done
    log=$(mktemp)
    if [ ! -f "$root/build/$preset/build.ninja" ]; then
        say "configuring ($preset)"
        (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; die "configuring failed"; }
    fi
    # ninja -n says whether there is anything to do, so that an up-to-date tree stays silent.
    if ! (cd "$root" && ninja -C "build/$preset" -n "$@" 2>/dev/null | grep -q 'no work to do'); then
        say "building ($preset)"
    fi
    if ! (cd "$root" && cmake --build "build/$preset" "${targets[@]}") >"$log" 2>&1; then
        grep -vE '^\[[0-9]+/[0-9]+\] [A-Z][a-z]+ing ' "$log" | tail -n 60 >&2
        rm -f "$log"
        die "the build failed"
    fi
    rm -f "$log"
}

# A private runtime folder: without one Qt warns, and the tests treat warnings as errors.
ensure_runtime_dir() {
    if [ -z "${XDG_RUNTIME_DIR:-}" ] || [ ! -d "${XDG_RUNTIME_DIR:-}" ]; then
        XDG_RUNTIME_DIR=$(mktemp -d)
        chmod 700 "$XDG_RUNTIME_DIR"
        export XDG_RUNTIME_DIR
    fi
}

# on_display SCREEN COMMAND...: runs it on a virtual display. The key to the display lies in the build folder, because
# whatever tidies /tmp in the middle of a run would lock every window out that is opened after it.
on_display() {
    local screen=$1 key status=0
    shift
    mkdir -p "$root/build"
    key=$(mktemp "$root/build/display-key.XXXXXX")
    LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -f "$key" -s "-screen 0 $screen +extension GLX" "$@" || status=$?
    rm -f "$key"
    return $status
}

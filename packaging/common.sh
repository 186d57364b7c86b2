# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by packaging/run, packaging/test and .ci/run: installs what is missing and builds quietly.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
say() { printf 'ghostline: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

installed() { dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }

# ensure_packages LIST...: installs the packages of packaging/apt/LIST.txt that are not there yet.
ensure_packages() {
    command -v apt-get >/dev/null || {
        say "this is not a Debian or Ubuntu system: install the packages of packaging/apt/ by hand"
        return 0
    }
    local missing=() line choice found
    while read -r line; do
        found=
        for choice in ${line//|/ }; do
            if installed "$choice"; then found=yes; break; fi
        done
        [ -n "$found" ] || missing+=("$line")
    done < <(cd "$root/packaging/apt" && for list in "$@"; do sed 's/#.*//; /^[[:space:]]*$/d' "$list.txt"; done)
    [ ${#missing[@]} -gt 0 ] || return 0

    local sudo=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "packages are missing (${missing[*]}) and there is no sudo: install them as root"
        sudo=sudo
    fi
    say "installing ${#missing[@]} packages"
    local log
    log=$(mktemp)
    $sudo apt-get update -qq >"$log" 2>&1 || say "apt-get update failed; trying with the lists at hand"
    local names=()
    for line in "${missing[@]}"; do
        for choice in ${line//|/ }; do
            if apt-cache show "$choice" >/dev/null 2>&1; then names+=("$choice"); break; fi
        done
    done
    if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${names[@]}" >>"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "could not install: ${names[*]}"
    fi
    rm -f "$log"
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

# SPDX-License-Identifier: GPL-3.0-or-later
# Written by installers/manuals.
# bash completion of reusescope-cli.

# Words that begin like the current one, of which a list may hold several.
_reusescope_words() {
    local before=
    case $current in *,*) before=${current%,*}, ;; esac
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}

_reusescope_names() {
    reusescope-cli "$1" --json - 2>/dev/null | sed -n 's/^ *"name": "\([^"]*\)",$/\1/p'
}

_reusescope_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

_reusescope_scenarios() {
    _reusescope_words "$(_reusescope_names scenarios)"
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}

_reusescope_folders() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$current")
}

_reusescope_cli() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= options= at
    # bash takes --option=value apart at the sign.
    if [ "$current" = = ]; then
        current=
    elif [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((at = 1; at < COMP_CWORD; at++)); do
        case ${COMP_WORDS[at]} in -*) ;; *)
            command=${COMP_WORDS[at]}
            break
            ;;
        esac
    done
    case "$command $previous" in
    "run --url")
        COMPREPLY=()
        return
        ;;
    "run --delay")
        COMPREPLY=()
        return
        ;;
    "run --body-bytes")
        COMPREPLY=()
        return
        ;;
    "run --hint")
        COMPREPLY=()
        return
        ;;
    "run --ca")
        _reusescope_files
        return
        ;;
    "run --cert")
        _reusescope_files
        return
        ;;
    "run --key")
        _reusescope_files
        return
        ;;
    "run --max-rate")
        COMPREPLY=()
        return
        ;;
    "run --max-requests")
        COMPREPLY=()
        return
        ;;
    "run --method")
        _reusescope_words "GET HEAD POST PUT DELETE OPTIONS"
        return
        ;;
    "run --header")
        COMPREPLY=()
        return
        ;;
    "run --body")
        _reusescope_files
        return
        ;;
    "run --scheduler")
        _reusescope_words "$(_reusescope_names schedulers)"
        return
        ;;
    "run --workload")
        _reusescope_words "sequential burst parallel paced sweep"
        return
        ;;
    "run --count")
        COMPREPLY=()
        return
        ;;
    "run --warmup")
        COMPREPLY=()
        return
        ;;
    "run --width")
        COMPREPLY=()
        return
        ;;
    "run --gap")
        COMPREPLY=()
        return
        ;;
    "run --gap-to")
        COMPREPLY=()
        return
        ;;
    "run --dispatch-from")
        _reusescope_words "poll check timers"
        return
        ;;
    "run --loop-model")
        _reusescope_words "timers-last timers-first"
        return
        ;;
    "run --poll")
        _reusescope_words "sleep spin"
        return
        ;;
    "run --repeats")
        COMPREPLY=()
        return
        ;;
    "run --seed")
        COMPREPLY=()
        return
        ;;
    "run --front-end")
        _reusescope_words "client pool"
        return
        ;;
    "run --protocol")
        _reusescope_words "h1 h2 auto"
        return
        ;;
    "run --max-streams")
        COMPREPLY=()
        return
        ;;
    "run --ping")
        COMPREPLY=()
        return
        ;;
    "run --connections")
        COMPREPLY=()
        return
        ;;
    "run --pipelining")
        COMPREPLY=()
        return
        ;;
    "run --timeout")
        COMPREPLY=()
        return
        ;;
    "run --reuse")
        _reusescope_words "lifo fifo"
        return
        ;;
    "run --keep-alive")
        COMPREPLY=()
        return
        ;;
    "run --keep-alive-max")
        COMPREPLY=()
        return
        ;;
    "run --keep-alive-margin")
        COMPREPLY=()
        return
        ;;
    "run --unused-limit")
        COMPREPLY=()
        return
        ;;
    "run --max-age")
        COMPREPLY=()
        return
        ;;
    "run --replay")
        _reusescope_words "never idempotent always"
        return
        ;;
    "run --read-bytes")
        COMPREPLY=()
        return
        ;;
    "run --drain-limit")
        COMPREPLY=()
        return
        ;;
    "run --csv")
        _reusescope_folders
        return
        ;;
    "run --json")
        _reusescope_files
        return
        ;;
    "run --fail-if")
        COMPREPLY=()
        return
        ;;
    "frontier --scheduler")
        _reusescope_words "$(_reusescope_names schedulers)"
        return
        ;;
    "frontier --dispatch-from")
        _reusescope_words "poll check timers"
        return
        ;;
    "frontier --fault")
        _reusescope_words "poison fin rst"
        return
        ;;
    "frontier --blocked-ms")
        COMPREPLY=()
        return
        ;;
    "frontier --trials")
        COMPREPLY=()
        return
        ;;
    "frontier --poll")
        _reusescope_words "sleep spin"
        return
        ;;
    "frontier --seed")
        COMPREPLY=()
        return
        ;;
    "frontier --csv")
        _reusescope_folders
        return
        ;;
    "frontier --json")
        _reusescope_files
        return
        ;;
    "idle --url")
        COMPREPLY=()
        return
        ;;
    "idle --protocol")
        _reusescope_words "h1 h2 auto"
        return
        ;;
    "idle --up-to")
        COMPREPLY=()
        return
        ;;
    "idle --tries")
        COMPREPLY=()
        return
        ;;
    "idle --probes")
        COMPREPLY=()
        return
        ;;
    "idle --rate")
        COMPREPLY=()
        return
        ;;
    "idle --times")
        _reusescope_files
        return
        ;;
    "idle --ca")
        _reusescope_files
        return
        ;;
    "idle --csv")
        _reusescope_folders
        return
        ;;
    "idle --json")
        _reusescope_files
        return
        ;;
    "loop --loop-model")
        _reusescope_words "timers-last timers-first"
        return
        ;;
    "loop --clock")
        _reusescope_words "virtual real"
        return
        ;;
    "loop --turns")
        COMPREPLY=()
        return
        ;;
    "loop --repeat")
        COMPREPLY=()
        return
        ;;
    "loop --json")
        _reusescope_files
        return
        ;;
    "scenarios --json")
        _reusescope_files
        return
        ;;
    "schedulers --json")
        _reusescope_files
        return
        ;;
    "serve --port")
        COMPREPLY=()
        return
        ;;
    "serve --delay")
        COMPREPLY=()
        return
        ;;
    "serve --body-bytes")
        COMPREPLY=()
        return
        ;;
    "serve --hint")
        COMPREPLY=()
        return
        ;;
    "serve --protocol")
        _reusescope_words "h1 h2"
        return
        ;;
    esac
    case $command in
    "") options="-h --help --version" ;;
    run) options="-h --help --url --delay --body-bytes --hint --tls --ca --cert --key --insecure --follow --yes --max-rate --max-requests --method --header --body --scheduler --workload --count --warmup --width --gap --gap-to --dispatch-from --loop-model --poll --repeats --seed --front-end --protocol --max-streams --ping --connections --pipelining --timeout --reuse --keep-alive --keep-alive-max --keep-alive-margin --unused-limit --max-age --replay --read-bytes --drain-limit --csv --json --fail-if --quiet" ;;
    frontier) options="-h --help --scheduler --dispatch-from --fault --blocked-ms --trials --poll --seed --csv --json --quiet" ;;
    idle) options="-h --help --url --protocol --up-to --tries --probes --rate --times --ca --insecure --yes --csv --json --quiet" ;;
    loop) options="-h --help --loop-model --clock --turns --repeat --json --order --quiet" ;;
    scenarios) options="-h --help --json" ;;
    schedulers) options="-h --help --json" ;;
    serve) options="-h --help --port --delay --body-bytes --hint --tls --protocol" ;;
    esac
    case $current in
    -*)
        _reusescope_words "$options"
        return
        ;;
    esac
    case $command in
    "") _reusescope_words "run frontier idle loop scenarios schedulers serve" ;;
    run | serve)
        _reusescope_scenarios
        ;;
    loop) _reusescope_files ;;
    esac
}

complete -F _reusescope_cli reusescope-cli

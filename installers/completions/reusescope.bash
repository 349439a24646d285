# SPDX-License-Identifier: GPL-3.0-or-later
# Written by installers/manuals.
# bash completion of reusescope.

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

_reusescope() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= options= at
    # bash takes --option=value apart at the sign.
    if [ "$current" = = ]; then
        current=
    elif [ "$previous" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case "$command $previous" in
    " --url")
        COMPREPLY=()
        return
        ;;
    " --delay")
        COMPREPLY=()
        return
        ;;
    " --body-bytes")
        COMPREPLY=()
        return
        ;;
    " --hint")
        COMPREPLY=()
        return
        ;;
    " --ca")
        _reusescope_files
        return
        ;;
    " --cert")
        _reusescope_files
        return
        ;;
    " --key")
        _reusescope_files
        return
        ;;
    " --max-rate")
        COMPREPLY=()
        return
        ;;
    " --max-requests")
        COMPREPLY=()
        return
        ;;
    " --method")
        _reusescope_words "GET HEAD POST PUT DELETE OPTIONS"
        return
        ;;
    " --header")
        COMPREPLY=()
        return
        ;;
    " --body")
        _reusescope_files
        return
        ;;
    " --scheduler")
        _reusescope_words "$(_reusescope_names schedulers)"
        return
        ;;
    " --workload")
        _reusescope_words "sequential burst parallel paced sweep"
        return
        ;;
    " --count")
        COMPREPLY=()
        return
        ;;
    " --warmup")
        COMPREPLY=()
        return
        ;;
    " --width")
        COMPREPLY=()
        return
        ;;
    " --gap")
        COMPREPLY=()
        return
        ;;
    " --gap-to")
        COMPREPLY=()
        return
        ;;
    " --dispatch-from")
        _reusescope_words "poll check timers"
        return
        ;;
    " --loop-model")
        _reusescope_words "timers-last timers-first"
        return
        ;;
    " --poll")
        _reusescope_words "sleep spin"
        return
        ;;
    " --repeats")
        COMPREPLY=()
        return
        ;;
    " --seed")
        COMPREPLY=()
        return
        ;;
    " --front-end")
        _reusescope_words "client pool"
        return
        ;;
    " --protocol")
        _reusescope_words "h1 h2 auto"
        return
        ;;
    " --max-streams")
        COMPREPLY=()
        return
        ;;
    " --ping")
        COMPREPLY=()
        return
        ;;
    " --connections")
        COMPREPLY=()
        return
        ;;
    " --pipelining")
        COMPREPLY=()
        return
        ;;
    " --timeout")
        COMPREPLY=()
        return
        ;;
    " --reuse")
        _reusescope_words "lifo fifo"
        return
        ;;
    " --keep-alive")
        COMPREPLY=()
        return
        ;;
    " --keep-alive-max")
        COMPREPLY=()
        return
        ;;
    " --keep-alive-margin")
        COMPREPLY=()
        return
        ;;
    " --unused-limit")
        COMPREPLY=()
        return
        ;;
    " --max-age")
        COMPREPLY=()
        return
        ;;
    " --replay")
        _reusescope_words "never idempotent always"
        return
        ;;
    " --read-bytes")
        COMPREPLY=()
        return
        ;;
    " --drain-limit")
        COMPREPLY=()
        return
        ;;
    " --csv")
        _reusescope_folders
        return
        ;;
    " --json")
        _reusescope_files
        return
        ;;
    " --fail-if")
        COMPREPLY=()
        return
        ;;
    " --grab")
        _reusescope_folders
        return
        ;;
    " --theme")
        _reusescope_words "light dark auto"
        return
        ;;
    " --lang")
        _reusescope_words "de en auto"
        return
        ;;
    " --size")
        COMPREPLY=()
        return
        ;;
    " --page")
        _reusescope_words "overview timeline phases requests loop lessons frontier idle"
        return
        ;;
    " --lesson")
        COMPREPLY=()
        return
        ;;
    esac
    case $command in
    "") options="-h --help --version --url --delay --body-bytes --hint --tls --ca --cert --key --insecure --follow --yes --max-rate --max-requests --method --header --body --scheduler --workload --count --warmup --width --gap --gap-to --dispatch-from --loop-model --poll --repeats --seed --front-end --protocol --max-streams --ping --connections --pipelining --timeout --reuse --keep-alive --keep-alive-max --keep-alive-margin --unused-limit --max-age --replay --read-bytes --drain-limit --csv --json --fail-if --quiet --run --grab --exit --theme --lang --size --page --lesson" ;;
    esac
    case $current in
    -*)
        _reusescope_words "$options"
        return
        ;;
    esac
    _reusescope_scenarios
}

complete -F _reusescope reusescope

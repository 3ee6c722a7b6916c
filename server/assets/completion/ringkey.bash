# bash completion of ringkey: source <(ringkey completion)
_ringkey() {
  local offered='' typed='' word place=0 nth=0 kind cur="${COMP_WORDS[COMP_CWORD]}"
  # The longest command that was typed; operands and options may follow it.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    _ringkey_offered "${typed:+$typed }$word" >/dev/null || break
    typed="${typed:+$typed }$word"
    place=$((place + 1))
  done
  offered=$(_ringkey_offered "$typed")
  COMPREPLY=($(compgen -W "$offered" -- "$cur"))
  case "$cur" in -*) return ;; esac
  # Which operand it is, or the option whose value it is.
  local option=''
  for word in "${COMP_WORDS[@]:place+1:COMP_CWORD-place-1}"; do
    if [ -n "$option" ]; then
      option=''
    elif [ "${word#-}" != "$word" ]; then
      _ringkey_kind "$typed $word" >/dev/null && option=$word
    else
      nth=$((nth + 1))
    fi
  done
  kind=$(_ringkey_kind "$typed ${option:-$nth}") || return
  [ "$kind" = - ] && return
  # The names are read of the installation; where there is none, nothing is offered.
  while IFS= read -r word; do
    case "$word" in "$cur"*) COMPREPLY+=("$(printf %q "$word")") ;; esac
  done < <(ringkey completion "$kind" 2>/dev/null)
}
_ringkey_offered() {
  local offered
  case "$1" in
    # {{cases}}
    *) return 1 ;;
  esac
  printf '%s\n' "$offered"
}
_ringkey_kind() {
  case "$1" in
    # {{kinds}}
    *) return 1 ;;
  esac
}
complete -o default -F _ringkey ringkey

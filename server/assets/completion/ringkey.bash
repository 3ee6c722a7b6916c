# bash completion of ringkey: source <(ringkey completion)
_ringkey() {
  local offered='' typed='' word
  # The longest command that was typed; operands and options may follow it.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    _ringkey_offered "${typed:+$typed }$word" >/dev/null || break
    typed="${typed:+$typed }$word"
  done
  offered=$(_ringkey_offered "$typed")
  COMPREPLY=($(compgen -W "$offered" -- "${COMP_WORDS[COMP_CWORD]}"))
}
_ringkey_offered() {
  local offered
  case "$1" in
    # {{cases}}
    *) return 1 ;;
  esac
  printf '%s\n' "$offered"
}
complete -o default -F _ringkey ringkey

#compdef docgen docgen-hub
_docgen() {
  local state
  local -a commands=(
{{commands}}
  )
  _arguments -C '1: :->command' '*:: :->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
{{cases}}
      esac ;;
  esac
}
if [[ $funcstack[1] == _docgen ]]; then _docgen "$@"; else compdef _docgen docgen docgen-hub; fi

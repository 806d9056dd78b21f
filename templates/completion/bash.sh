_docgen_files() {
  local name
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$cur")
}
_docgen() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flags=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=({{names}})
    return
  fi
  case ${COMP_WORDS[1]}/$prev in
{{cases}}
  esac
  [[ $cur == -* ]] && COMPREPLY=($(compgen -W "$flags" -- "$cur"))
}
complete -o filenames -F _docgen docgen docgen-hub

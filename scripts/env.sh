# Sourced by the other scripts: makes a virtual environment from Python 3.11 or newer, and nothing else.
# Usage: gonogo_env FOLDER GROUP...   FOLDER is made once for each state of pyproject.toml; GROUPs are its
# dependency groups, EXTRAS (a variable) its extras.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

gonogo_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "gonogo needs Python 3.11 or newer; set PYTHON to one" >&2
  return 1
}

gonogo_env() {
  local folder=$1 group stamp
  shift
  stamp="$(cksum pyproject.toml) ${EXTRAS:-} $*"
  if [ ! -f "$folder/stamp" ] || [ "$(cat "$folder/stamp")" != "$stamp" ]; then
    rm -rf "$folder"
    "$(gonogo_python)" -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
    local groups=()
    for group in "$@"; do groups+=(--group "$group"); done
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --editable ".${EXTRAS:+[$EXTRAS]}" "${groups[@]}"
    echo "$stamp" >"$folder/stamp"
  fi
  export PATH="$PWD/$folder/bin:$PATH"
}

#!/bin/sh
# The `ringkey` command with the settings of this machine, as the user of the service.
set -e
settings=/etc/ringkey/ringkey.env
if [ "$(id -u)" = 0 ]; then
  exec setpriv --reuid=ringkey --regid=ringkey --init-groups /usr/bin/ringkey "$@"
fi
if [ ! -r "$settings" ]; then
  echo "ringkey: only root and the user ringkey may read $settings: use \"sudo ringkey\"" >&2
  exit 1
fi
# The folder of whoever called may be closed to the user of the service.
[ -x . ] && [ -r . ] || cd /var/lib/ringkey
exec /usr/lib/ringkey/node_modules/@NODE@/bin/node --env-file="$settings" /usr/lib/ringkey/server/bin/ringkey.js "$@"

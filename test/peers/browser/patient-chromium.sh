#!/bin/sh
exec nice -n 10 /usr/bin/chromium "$@"

// Puts the Debian packages and the tools in place that `npm run test:peers` talks to. Installs what is missing when it may;
// otherwise says which package to install and fails: a suite is never skipped in silence.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installTools } from '../peers/tools/install.ts'
import { prepareAsterisk } from './prepare-asterisk.ts'
import { prepareDebian } from './prepare-debian.ts'

/** A file that proves the package is there -> the package that brings it. */
const peers: ReadonlyArray<readonly [file: string, debianPackage: string]> = [
  ['/usr/bin/sipp', 'sip-tester'],
  ['/usr/sbin/kamailio', 'kamailio'],
  ['/usr/lib/x86_64-linux-gnu/kamailio/modules/tls.so', 'kamailio-tls-modules'],
  ['/usr/bin/baresip', 'baresip-core'],
  ['/usr/bin/linphonec', 'linphone-cli'],
  ['/usr/bin/pg_dump', 'postgresql-client'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/bin/chromium-headless-shell', 'chromium-headless-shell'],
  ['/usr/bin/firefox-esr', 'firefox-esr'],
  ['/usr/bin/curl', 'curl'],
  ['/usr/bin/python3', 'python3'],
  ['/usr/lib/python3/dist-packages/flask', 'python3-flask'],
  ['/usr/bin/mypy', 'mypy'],
  ['/usr/bin/php', 'php-cli'],
  ['/usr/share/php/GuzzleHttp/autoload.php', 'php-guzzlehttp-guzzle'],
  ['/usr/bin/promtool', 'prometheus'],
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/kubectl', 'kubernetes-client'],
  ...(process.env.RINGKEY_TEST_LONG === '1'
    ? [
        ['/usr/sbin/debootstrap', 'debootstrap'] as const,
        ['/usr/bin/umoci', 'umoci'] as const,
        ['/usr/bin/lintian', 'lintian'] as const,
        ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'] as const,
        ['/usr/sbin/logrotate', 'logrotate'] as const,
        ['/usr/sbin/exim4', 'exim4-daemon-light'] as const,
      ]
    : []),
  ['/usr/bin/go', 'golang-go'],
  ['/usr/bin/tcpdump', 'tcpdump'],
  ['/usr/bin/ip', 'iproute2'],
  ['/usr/bin/unshare', 'util-linux'],
]

/** `DPkg::Lock::Timeout` of apt-get waits for the lock of an installation, but not for the one of its lists. */
const lockPatienceMs = 600_000
const lockPauseMs = 3_000

/** Debian keeps libraries in a folder named after the machine, so arm64 finds the same file elsewhere. */
function present(file: string): boolean {
  return existsSync(file) || existsSync(file.replace('x86_64-linux-gnu', 'aarch64-linux-gnu'))
}

const missing = peers.filter(([file]) => !present(file)).map(([, debianPackage]) => debianPackage)

if (missing.length > 0) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    console.error(`npm run test:peers needs these Debian packages: ${missing.join(' ')}`)
    console.error(`Install them and run the tests again:  sudo apt-get install -y ${missing.join(' ')}`)
    process.exit(1)
  }
  console.error(`Installing Debian packages for the tests: ${missing.join(' ')}`)
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', ...missing)
}

if (process.env.RINGKEY_TEST_LONG === '1') {
  for (const [name, prepare] of [
    ['Asterisk', prepareAsterisk] as const,
    ['a Debian', prepareDebian] as const,
  ]) {
    const fault = prepare()
    if (fault === undefined) continue
    console.error(`The long tests need ${name}. ${fault}`)
    process.exit(1)
  }
}
installTools()

/** Waits while another program installs something. */
function aptGet(...words: string[]): void {
  for (const until = performance.now() + lockPatienceMs; ; ) {
    const { status, signal, stderr } = spawnSync('apt-get', ['-q', ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status === 0) return
    if (!stderr.includes('Could not get lock') || performance.now() > until) {
      console.error(`${stderr}apt-get ${words[0]} failed (exit ${status ?? signal}).`)
      process.exit(1)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPauseMs)
  }
}

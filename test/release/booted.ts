// A Debian whose systemd runs, in name spaces of its own: processes, mounts, network and control groups.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const startPatienceMs = 60_000

/** Units that would touch the machine, or wait for what a bare root does not have. */
const masked = [
  'sysctl',
  'udevd',
  'udev-trigger',
  'modules-load',
  'remount-fs',
  'logind',
  'timesyncd',
  'firstboot',
]

export interface Booted {
  /** Runs a program inside and returns what it printed. */
  run(...words: string[]): string
  /** Sends a signal to the main process of a unit. */
  signal(unit: string, signal: NodeJS.Signals): void
  shutDown(): Promise<void>
}

export async function boot(root: string): Promise<Booted> {
  const units = join(root, 'etc/systemd/system')
  for (const name of masked) execFileSync('ln', ['-sf', '/dev/null', join(units, `systemd-${name}.service`)])
  const group = join(unifiedGroups(), `ringkey-test-${process.pid}`)
  mkdirSync(group)
  // The shell enters the group first, so that the group is the root of the name space.
  const enter = `echo $$ > '${group}/cgroup.procs'; exec unshare -m -p -u -i -n -C -f --kill-child sh -ec "$1"`
  const child = spawn('sh', ['-ec', enter, 'sh', bootScript(root)], { stdio: 'ignore' })
  const init = await firstChild(child.pid!)
  const inside = ['-t', String(init), '-m', '-p', '-u', '-i', '-n', '-C', '-r', '-w']
  const run = (...words: string[]) =>
    execFileSync('nsenter', [...inside, ...words], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  for (const until = performance.now() + startPatienceMs; ; await sleep(200)) {
    // Before that it is a shell of this machine, whose systemctl would ask the systemd of this machine.
    const isBooting = readFileSync(`/proc/${init}/comm`, 'utf8') !== 'systemd\n'
    try {
      if (isBooting) throw new Error('systemd did not start')
      run('systemctl', 'show', '--property=Version')
      break
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
  return {
    run,
    signal(unit, signal) {
      const main = run('systemctl', 'show', '--property=MainPID', '--value', unit).trim()
      run('sh', '-c', `kill -${signal.slice(3)} ${main}`)
    },
    async shutDown() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      process.kill(init, 'SIGKILL')
      await ended
      removeGroup(group)
    },
  }
}

function bootScript(root: string): string {
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
  return `
ip link set lo up
cd '${root}'
mount --bind . .
cd '${root}'
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for place in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $place; done
chmod 1777 tmp
for device in ${devices.join(' ')}; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t tmpfs tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
exec chroot . env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target
`
}

/** Where the second version of control groups is mounted, alone or beside the first. */
function unifiedGroups(): string {
  const found = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]
  if (found === undefined) throw new Error('control groups of version 2 are not mounted')
  return found
}

async function firstChild(parent: number): Promise<number> {
  for (const until = performance.now() + startPatienceMs; ; await sleep(20)) {
    const [first] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
    if (first !== '' && first !== undefined) return Number(first)
    if (performance.now() > until) throw new Error('systemd did not start')
  }
}

/** The kernel removes a group when it and those below it are empty, from the bottom up. */
function removeGroup(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(join(folder, entry.name))
  rmdirSync(folder)
}

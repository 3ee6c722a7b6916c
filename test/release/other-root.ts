// Programs inside of another root file system, as a container or a hardened unit sees it.

interface RootOptions {
  /** Folders of the machine that stand at places in the root, which is read-only then. */
  readonly writable?: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  /** The user and group that it runs as, where the root has no program to change it. */
  readonly user?: number
}

/**
 * The command that runs `words` in the root. Mounts are made in a name space of their own and end with the program, which
 * keeps the process id of the command: signals reach it.
 */
export function inRoot(
  root: string,
  words: readonly string[],
  { writable = {}, isReadOnly = false, user = 0 }: RootOptions = {},
): [program: string, ...words: string[]] {
  const mounts = [
    ...(isReadOnly ? [`mount --bind '${root}' '${root}'`, `mount -o remount,bind,ro '${root}'`] : []),
    `mount -t proc proc '${root}/proc'`,
    `mount --rbind /dev '${root}/dev'`,
    ...(isReadOnly ? [`mount -t tmpfs tmpfs '${root}/tmp'`] : []),
    ...Object.entries(writable).flatMap(([place, folder]) => [
      `mount --bind '${folder}' '${root}${place}'`,
      // A folder of the root itself has become read-only with it.
      `mount -o remount,bind,rw '${root}${place}'`,
    ]),
    `exec setpriv --no-new-privs chroot --userspec=${user}:${user} --groups= '${root}' "$@"`,
  ]
  return ['unshare', '-m', 'sh', '-ec', mounts.join('\n'), 'sh', ...words]
}

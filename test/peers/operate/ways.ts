// Who runs the commands of docs/install.md, section by section.

/** `day` is the same for every way of installing; the others are one way each, and take longer. */
export type Way = 'day' | 'release' | 'npm' | 'debian' | 'container' | 'clone'

export const wayOf: Readonly<Record<string, Way>> = {
  Install: 'release',
  npm: 'npm',
  'Debian and Ubuntu': 'debian',
  Container: 'container',
  'A clone': 'clone',
  'Make it yours': 'day',
  'First trunk': 'day',
  'First call': 'day',
  Watch: 'day',
  'Back up': 'day',
  'Rehearse a restore': 'day',
  Restore: 'day',
  'Upgrade with npm': 'npm',
  'Upgrade with Debian': 'debian',
  'Upgrade with containers': 'container',
  'Upgrade a clone': 'clone',
  'Roll back': 'npm',
}

/** The commands that each way can run. What a document says beside them would be run by nobody. */
export const known: Readonly<Record<Way, readonly RegExp[]>> = {
  day: [/^ringkey [a-z]/, /^curl /, /^(mv|cp|mkdir|rm) /, /^export RINGKEY_/],
  release: [/^sha256sum -c SHA256SUMS$/],
  npm: [
    /^npm install /,
    /^\/tmp\/new\/node_modules\/\.bin\/ringkey upgrade-check$/,
    /^ringkey (start|upgrade-check)$/,
    /^export RINGKEY_/,
  ],
  debian: [/^sudo apt install \.\/\S+_amd64\.deb$/, /^sudo ringkey (demo link|upgrade-check)$/],
  container: [
    /^docker load -i \S+\.image\.tar$/,
    /^docker run -d --name ringkey /,
    /^docker run --rm -v ringkey:\/var\/lib\/ringkey ringkey:\S+ upgrade-check$/,
    /^docker exec ringkey ringkey demo link$/,
    /^docker (stop|rm) ringkey$/,
  ],
  clone: [
    /^npm ci && npm run build$/,
    /^npm prune --omit=dev$/,
    /^npm start$/,
    /^git fetch --tags && git checkout v[\d.]+$/,
    /^ringkey upgrade-check$/,
  ],
}

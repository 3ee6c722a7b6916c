import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { begin, goEnvironment } from '../snippets/program.ts'

const clients = join(import.meta.dirname, '../../../clients')
const module = 'github.com/ringkey/ringkey/clients/go'

/** Programs that use a client of another language, as they are written into the folder. */
export function clientLanguages(folder: string) {
  // As Composer would make it.
  mkdirSync(join(folder, 'vendor'))
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php
require '/usr/share/php/GuzzleHttp/autoload.php';
spl_autoload_register(function ($name) {
    $file = '${clients}/php/src/' . strtr(substr($name, strlen('Ringkey\\\\')), '\\\\', '/') . '.php';
    if (str_starts_with($name, 'Ringkey\\\\')) require $file;
});
`,
  )

  async function build(name: string, source: string): Promise<readonly string[]> {
    const place = join(folder, name)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'main.go'), source)
    writeFileSync(
      join(place, 'go.mod'),
      `module program\ngo 1.19\nrequire ${module} v0.0.0\nreplace ${module} => ${clients}/go\n`,
    )
    const words = ['-c', `cd ${place} && go build -o program .`]
    expect(await begin('sh', words, { ...goEnvironment, GOFLAGS: '-mod=mod' }).ended).toBe('')
    return [join(place, 'program')]
  }

  const script = (program: string, ending: string) => async (name: string, source: string) => {
    const file = join(folder, `${name}.${ending}`)
    writeFileSync(file, source)
    return [program, file]
  }
  const ofPython = { PYTHONPATH: join(clients, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' }
  return [
    { language: 'python', ending: 'py', command: script('python3', 'py'), environment: ofPython },
    { language: 'php', ending: 'php', command: script('php', 'php'), environment: {} },
    { language: 'go', ending: 'go', command: build, environment: {} },
  ]
}

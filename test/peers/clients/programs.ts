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

  /** What is no whole program is an example of the README. */
  async function build(name: string, source: string): Promise<readonly string[]> {
    const place = join(folder, name)
    mkdirSync(place, { recursive: true })
    const imports = ['context', 'fmt', 'log', 'os'].map((each) => `"${each}"`)
    const main = `func main() {
	status, err := signIn(context.Background(), os.Args[1])
	if err != nil { log.Fatal(err) }
	fmt.Println(status)
}`
    const head = `package main\nimport (\n${imports.join('\n')}\nringkey "${module}"\n)\n`
    writeFileSync(
      join(place, 'main.go'),
      source.startsWith('package') ? source : `${head}${source}\n${main}\n`,
    )
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

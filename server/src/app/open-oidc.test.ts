import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = new URL('../', import.meta.url).pathname

it('an installation without clients of OpenID Connect never loads the library', () => {
  const loading = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.startsWith('oidc/') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(`${sources}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /(?:from|import\() ?'(?:oidc-provider|(?:\.\.?\/)+oidc\/)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(loading).toEqual([
    "app/open-oidc.ts: import type { OidcDeps } from '../oidc/open.ts'",
    "app/open-oidc.ts: let withKeys: ReturnType<typeof import('../oidc/open.ts').openOidc> | undefined",
    "app/open-oidc.ts: withKeys ??= (await withoutRuntimeWarning(() => import('../oidc/open.ts'))).openOidc(depsNow())",
  ])
})

// npm run bench -- NAME [flags]
const benches: Readonly<Record<string, string>> = {
  cabinet: './cabinet/main.ts',
  http: './http/main.ts',
  numbering: './numbering/main.ts',
  sip: './sip/main.ts',
  calls: './calls/main.ts',
  store: './store/main.ts',
  insight: './insight/main.ts',
  quality: './quality/main.ts',
  verify: './verify/main.ts',
}

const [name, ...flags] = process.argv.slice(2)
const file = benches[name ?? '']
if (file === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [flags]`)
  process.exit(2)
}
const { run } = (await import(file)) as { run: (flags: readonly string[]) => Promise<void> }
await run(flags)

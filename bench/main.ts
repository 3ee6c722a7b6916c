// npm run bench -- NAME [flags]
const benches: Readonly<Record<string, () => Promise<{ run(flags: readonly string[]): Promise<void> }>>> = {
  sip: () => import('./sip/main.ts'),
}

const [name, ...flags] = process.argv.slice(2)
const bench = benches[name ?? '']
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [flags]`)
  process.exit(2)
}
const { run } = await bench()
await run(flags)

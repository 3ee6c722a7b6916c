import { cpuOf, ownCpuUs, type Shares, since, type ThreadCpu, watchMachine } from '../measure/cpu.ts'

export interface Spent {
  readonly cpu: ThreadCpu
  readonly phonesUs: number
  readonly loadUs: number
  readonly shares: Shares
}

/** CPU time between two moments of the load, while as many calls begin as end. */
export function meter(servicePid: number, phonesUs: () => number): { start(): void; read(): Spent } {
  const now = () => ({ cpu: cpuOf(servicePid), phonesUs: phonesUs(), loadUs: ownCpuUs() })
  let [before, shares] = [now(), watchMachine()]
  return {
    start() {
      ;[before, shares] = [now(), watchMachine()]
    },
    read() {
      const after = now()
      const cpu = since(before.cpu, after.cpu)
      const [phones, load] = [after.phonesUs - before.phonesUs, after.loadUs - before.loadUs]
      return { cpu, phonesUs: phones, loadUs: load, shares: shares(cpu.cpuUs + phones + load) }
    },
  }
}

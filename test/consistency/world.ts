import type { openInstallation } from '../../server/src/app/open-installation.ts'
import type { AuditReport } from '../../server/src/storage/queries/audit.ts'
import type { Store } from '../../server/src/storage/store.ts'
import type { Cluster } from '../../server/test/postgres/cluster.ts'
import type { Cutter } from '../../server/test/postgres/cutter.ts'
import type { House } from './furnish.ts'
import type { TestedNode } from './node.ts'
import type { SeparateNetwork } from './separate-network.ts'

/** Phones with such numbers are answered. */
export const answeredPrefix = '7913'

/** The installation under test, with everything that nemeses reach for. */
export interface World {
  readonly nodes: readonly TestedNode[]
  readonly house: House
  /** The address of this process as the nodes reach it. */
  readonly host: string
  readonly carrier: {
    /** A person calls one of our numbers. */
    dial(caller: string, to: string): void
    /** Calls to numbers that begin so, in the order in which they came. */
    callsTo(prefix: string): readonly { readonly to: string; readonly caller: string }[]
    /** By the number that was dialled: calls that rang, or that somebody answered. */
    rung?(): ReadonlyMap<string, number>
  }
  /** PostgreSQL, where the nodes share one. */
  readonly cluster?: Cluster
  readonly url?: string
  /** Of the first node, where it has one of its own. */
  readonly network?: SeparateNetwork
  /** How commands reach the installation. */
  readonly commands: {
    readonly folder: string
    readonly environment: Readonly<Record<string, string>>
    /** In place of what the environment names. */
    readonly open?: typeof openInstallation
  }
  /** An operator whose connection to PostgreSQL can be cut. */
  readonly operator?: { readonly store: Store; readonly cutter: Cutter }
  /** All tables with rows of their own. */
  tables(): Promise<string[]>
  /** Reads beside the nodes. */
  rows(sql: string): Promise<Record<string, unknown>[]>
  audit(): Promise<AuditReport>
  /** Of the looks at the books, which are once a second, each of so many reads all of them; every one when left out. */
  readonly auditsEvery?: number
  connections(): Promise<number | undefined>
  /** Undefined where nodes need no heartbeat to place calls. */
  beatAgeMs(): Promise<number | undefined>
  remove(): Promise<void>
}

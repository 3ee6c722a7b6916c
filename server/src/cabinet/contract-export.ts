import { contractCells, contractColumns } from '../operations/contracts.ts'
import type { NumberContract } from '../storage/queries/number-contracts.ts'
import { csvHead, csvRow } from './csv.ts'

/** As `contract import` reads it. */
export const contractsCsv = (contracts: readonly NumberContract[]) => [
  csvHead(contractColumns),
  ...contracts.map((contract) => csvRow(contractCells(contract))),
]

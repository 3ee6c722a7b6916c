/** For the thread that runs the transactions, which loads the operations by itself. */
export const operationsAddress = new URL('./operations-table.ts', import.meta.url).href

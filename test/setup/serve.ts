// The service as it is.
import { main } from '../../server/src/main.ts'

await main()

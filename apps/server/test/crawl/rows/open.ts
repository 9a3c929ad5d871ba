// Calls with the same result for everyone: the server itself.
import { contract } from '@polylogue/contract'
import { changes, reads, type Row } from '../row.ts'
import { open } from '../viewers.ts'

const { digest, tools } = contract

export const forAll: Row[] = [
  reads(tools.health, open(200)),
  reads(tools.ready, open(200)),
  reads(tools.openApi, open(200)),
  reads(tools.openApiText, open(200)),
  reads(tools.viewer, open(200)),
  // No mail server is configured.
  reads(digest.ask, open(404), () => ({ query: { token: 'x' } })),
  changes(digest.turnOff, open(404), () => ({ query: { token: 'x' } })),
]

// Calls with the same result for everyone: the server itself.
import { contract } from '@polylogue/contract'
import { reads, type Row } from '../row.ts'
import { open } from '../viewers.ts'

const { tools } = contract

export const forAll: Row[] = [
  reads(tools.health, open(200)),
  reads(tools.ready, open(200)),
  reads(tools.openApi, open(200)),
  reads(tools.openApiText, open(200)),
  reads(tools.viewer, open(200)),
]

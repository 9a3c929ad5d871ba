// What is the same for everyone: models, and the server itself.
import { contract } from '@polylogue/contract'
import { reads, type Row } from '../row.ts'
import { everybody, open } from '../viewers.ts'

const { models, tools } = contract

export const forAll: Row[] = [
  reads(models.list, everybody(200)),
  reads(models.promptOptions, everybody(200)),
  reads(models.get, everybody(200), () => ({ params: { id: 1 } })),
  reads(models.tags, everybody(200), () => ({ params: { id: 1 } })),
  reads(tools.health, open(200)),
  reads(tools.openApi, open(200)),
  reads(tools.openApiText, open(200)),
  reads(tools.viewer, open(200)),
]

import { useIdInPath } from '../../../lib/use-id-in-path.ts'
import type { RunPlace } from '../runs-api.ts'

/** Returns the set and the run that the address names; 0 for anything that is no number. */
export const usePlace = (): RunPlace => ({ id: useIdInPath('id'), runId: useIdInPath('runId') })

import { useParams } from 'react-router'
import type { RunPlace } from '../runs-api.ts'

const idOf = (text: string | undefined): number => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Returns the set and the run that the address names; 0 for anything that is no number. */
export function usePlace(): RunPlace {
  const { id, runId } = useParams()
  return { id: idOf(id), runId: idOf(runId) }
}

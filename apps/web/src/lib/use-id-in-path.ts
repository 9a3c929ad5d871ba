import { useParams } from 'react-router'

/** Returns the id of a number in the path; 0 for anything else, which no item has. */
export function useIdInPath(name: string): number {
  const id = Number(useParams()[name])
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

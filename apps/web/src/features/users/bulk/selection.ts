import type { ListedUser } from '@polylogue/contract'
import { useState } from 'react'

/** The selected people, in the order of their selection. They stay selected on other pages and under other filters. */
export interface Selection {
  readonly people: readonly ListedUser[]
  has(id: number): boolean
  /** Selects or deselects these people. */
  set(people: readonly ListedUser[], selected: boolean): void
  clear(): void
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ListedUser>>(new Map())
  return {
    people: [...chosen.values()],
    has: (id) => chosen.has(id),
    set: (people, selected) =>
      setChosen((now) => {
        const next = new Map(now)
        for (const person of people)
          if (selected) next.set(person.id, person)
          else next.delete(person.id)
        return next
      }),
    clear: () => setChosen(new Map()),
  }
}

/** Whether one of these lists has all whom a filter finds, and all of them are selected. */
export const hasAll = (
  { has }: Pick<Selection, 'has'>,
  found: number,
  lists: readonly (readonly Pick<ListedUser, 'id'>[])[],
): boolean => lists.some((people) => people.length >= found && people.every(({ id }) => has(id)))

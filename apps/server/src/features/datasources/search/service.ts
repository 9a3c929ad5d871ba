// One search for questions of chats, the API and the workbench.
import type { Passage, SearchMeta } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { beingReadOf } from '../store.ts'
import type { NearChunks } from './near.ts'
import { aboutOf } from './explain-passage.ts'
import { openFind, type Find } from './find.ts'
import { openPriority } from './priority.ts'
import type { LimitedQuestion } from './found.ts'
import { toPassage } from './passages.ts'
import { wordsSwitchedOff } from './switched-off.ts'

export interface Searching {
  /** Finds passages in data sources; the caller has checked the access. */
  find: Find
  /** The same for a test question: people's searches come first. */
  findForTest: Find
  /** The same in the form of the API. @throws Problem DATASOURCE_NOT_READY */
  search(
    datasource: { readonly id: number; readonly isSearchable: boolean },
    wanted: LimitedQuestion,
  ): Promise<SearchMeta & { Passages: Passage[] }>
}

interface SearchingDeps {
  readonly db: { readonly pool: Runner }
  readonly near: NearChunks
}

export function openSearching({ db: { pool }, near }: SearchingDeps): Searching {
  const findAny = openFind(pool, near)
  const { first, last } = openPriority()
  const find: Find = (ids, question) => first(() => findAny(ids, question))
  return {
    find,
    findForTest: (ids, question) => last(() => findAny(ids, question)),
    async search({ id, isSearchable }, wanted) {
      if (!isSearchable) throw new Problem('DATASOURCE_NOT_READY')
      const begun = performance.now()
      const [found, beingRead] = await Promise.all([find([id], wanted), beingReadOf(pool, id)])
      const passages = found.hits.slice(0, wanted.limit)
      const { ranked, searched, languages, together, translation, vectors } = found
      return {
        Passages: passages.map(toPassage),
        languages: [...languages],
        ignored: [...ranked.ignored],
        unknown: [...ranked.unknown],
        switchedOff: await wordsSwitchedOff(pool, id, found),
        searched,
        beingRead,
        together,
        translated: translation !== null,
        vectors,
        ms: Math.round(performance.now() - begun),
        about: await aboutOf(pool, id, wanted, found),
      }
    },
  }
}

// All rows of the crawl.
import type { Row } from '../row.ts'
import { announcing } from './announcements.ts'
import { recycleBin } from './bin.ts'
import { chatbotItems } from './chatbots.ts'
import { dataSources } from './datasources.ts'
import { goldenSets } from './goldensets.ts'
import { guestReads } from './guests.ts'
import { instructions } from './custinsts.ts'
import { models } from './models.ts'
import { forAll } from './open.ts'
import { people } from './people.ts'
import { shippedPlugins } from './plugins.ts'
import { promptIdeas } from './ideas.ts'
import { publishing } from './publications.ts'
import { savedPrompts } from './prompts.ts'
import { shareLinks } from './shares.ts'
import { talking } from './talking.ts'
import { tokens } from './tokens.ts'

export const rows: readonly Row[] = [
  // Before chats move to other projects.
  ...chatbotItems,
  ...talking,
  ...instructions,
  ...savedPrompts,
  ...publishing,
  ...recycleBin,
  ...goldenSets,
  ...dataSources,
  ...promptIdeas,
  ...people,
  ...tokens,
  ...shippedPlugins,
  ...announcing,
  ...shareLinks,
  ...models,
  ...forAll,
  ...guestReads,
]

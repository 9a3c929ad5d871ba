// The reads of a shared chat, which admit viewers without an account; only tests have these calls (decision 123).
import { SHARED_READS } from '../../guests.ts'
import { reads, type On, type Row } from '../row.ts'
import { everybody, item } from '../viewers.ts'

const { project, tabs, tab, messages, comparisons, compared, attachment, answer } = SHARED_READS

const readable = item('read', 200, { sharedLink: 200, chatbotVisitor: 404 })
const of = (id: (on: On) => number) => (on: On) => ({ params: { id: id(on) } })

export const guestReads: Row[] = [
  reads(
    project,
    readable,
    of(({ things }) => things.project.id),
  ),
  reads(
    tabs,
    readable,
    of(({ things }) => things.project.id),
  ),
  reads(
    tab,
    readable,
    of(({ things }) => things.tabId),
  ),
  reads(
    messages,
    readable,
    of(({ things }) => things.tabId),
  ),
  reads(comparisons, everybody(200, { sharedLink: 200, chatbotVisitor: 200 }), ({ things }) => ({
    query: { projectId: things.project.id },
  })),
  reads(compared, readable, ({ things }) => ({ params: { compareId: things.compareId } })),
  reads(attachment, readable, ({ world }) => ({ params: { id: world.attachedId, index: 0 } })),
  reads(
    answer,
    readable,
    of(({ things }) => things.messageId),
  ),
  reads(
    project,
    everybody(404, { owner: 200, sharedLink: 404, chatbotVisitor: 404 }),
    of(({ world }) => world.own('owner').projectId),
    { about: 'a project that is not shared' },
  ),
]

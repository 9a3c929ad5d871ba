// The ten types of contexts (API-13).
import type { ContextType } from '@polylogue/contract'

export const TYPES: readonly ContextType[] = [
  { id: 1, name: 'Company', description: 'Everyone of this installation' },
  { id: 2, name: 'Org unit', description: 'A part of the company, which may hold teams and people' },
  { id: 3, name: 'Team', description: 'People who work together' },
  { id: 4, name: 'Project', description: 'Chats, and folders of chats' },
  { id: 5, name: 'User', description: 'One person' },
  {
    id: 6,
    name: 'Tenant',
    description: 'A wall: people inside and outside neither see nor share with each other',
  },
  { id: 7, name: 'Prompt', description: 'A saved prompt' },
  { id: 8, name: 'Data source', description: 'Documents that answers are drawn from' },
  { id: 9, name: 'Media', description: 'A file' },
  {
    id: 10,
    name: 'Custom instruction',
    description: 'What a model is told about who asks and how to answer',
  },
]

export function typeOf(id: number): ContextType {
  const type = TYPES.find((one) => one.id === id)
  if (!type) throw new Error(`There is no type of contexts with the id ${id}`)
  return type
}

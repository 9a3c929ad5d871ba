import type { PlannedRow } from './plan.ts'

/** A row of which something is written. */
export type Writing = Extract<PlannedRow, { does: 'create' | 'change' }>

export const isWriting = (row: PlannedRow): row is Writing => row.does === 'create' || row.does === 'change'

export { useLabels } from './api.ts'
export { LabelFilter } from './label-filter.tsx'
export { LabelsField } from './labels-field.tsx'
export type { LabelKind } from './label-list.ts'

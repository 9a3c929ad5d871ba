export { LabelFilter } from './label-filter.tsx'
export { LabelsField } from './labels-field.tsx'
export type { LabelKind } from './label-list.ts'
export { useLabelComparison } from './use-label-comparison.ts'

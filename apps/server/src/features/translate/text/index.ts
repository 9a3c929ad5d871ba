// What of a text is translated, and in which pieces.
export { blocksOf } from './markdown.ts'
export { joined, translateUnits, type Send } from './pieces.ts'
export { isFaithful, mask, unmask } from './protect.ts'

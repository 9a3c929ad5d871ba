// Selects the parts of a text to translate, and cuts them into pieces.
export { blocksOf } from './markdown.ts'
export { joined, translateUnits, type Send } from './pieces.ts'
export { isFaithful, mask, unmask } from './protect.ts'

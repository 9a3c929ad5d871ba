export { Note } from './note.tsx'
export { TableHead } from './table-head.tsx'
export { PassageMenu, SwitchOn } from './passage-menu.tsx'
export { SwitchedOff } from './switched-off.tsx'

export { Note } from './note.tsx'
export { PassageMenu, SwitchOn } from './passage-menu.tsx'
export { SwitchedOff } from './switched-off.tsx'

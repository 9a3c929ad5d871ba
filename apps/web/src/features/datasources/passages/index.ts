export { Note } from './note.tsx'
export { PassageMenu, SwitchOn } from './passage-menu.tsx'

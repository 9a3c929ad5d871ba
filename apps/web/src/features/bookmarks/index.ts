export { BookmarkMenu } from './bookmark-menu.tsx'

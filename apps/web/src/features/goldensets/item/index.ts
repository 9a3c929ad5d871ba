export { SetDialogs } from './set-dialogs.tsx'
export { SetMenu } from './set-menu.tsx'

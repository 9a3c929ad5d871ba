// Reads pictures that people send: PNG and JPEG files without anything but the picture.
export { bareJpeg } from './jpeg.ts'
export { barePng } from './png.ts'

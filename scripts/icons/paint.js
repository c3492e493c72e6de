/**
 * Runs in a browser's page: paints a drawing on its ground, centred.
 *
 * @param {{ svg: string, width: number, height: number, size: number, behind?: string }} drawing
 * @returns {Promise<string>} RGBA, row by row, base64
 */
export async function paint({ svg, width, height, size, behind }) {
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  if (behind) {
    brush.fillStyle = behind;
    brush.fillRect(0, 0, width, height);
  }
  brush.drawImage(image, (width - size) / 2, (height - size) / 2, size, size);
  const reader = new FileReader();
  const read = new Promise((done) => reader.addEventListener('load', done));
  reader.readAsDataURL(new Blob([brush.getImageData(0, 0, width, height).data]));
  await read;
  return reader.result.slice(reader.result.indexOf(',') + 1);
}

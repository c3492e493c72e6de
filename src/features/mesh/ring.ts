interface Point {
  readonly x: number;
  readonly y: number;
}

/** @returns places on an ellipse, evenly spread, the first at the top, then clockwise */
export function ringOf(count: number, centre: Point, radius: Point): readonly Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI - Math.PI / 2;
    return {
      x: centre.x + radius.x * Math.cos(angle),
      y: centre.y + radius.y * Math.sin(angle),
    };
  });
}

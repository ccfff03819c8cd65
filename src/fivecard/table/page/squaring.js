// A worker that squares, one time after the other.
addEventListener("message", ({ data: { base, modulus, squarings } }) => {
  let value = base;
  for (let count = 0; count < squarings; count++) value = (value * value) % modulus;
  postMessage(value);
});

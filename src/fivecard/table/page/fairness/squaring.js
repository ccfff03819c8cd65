// A worker that squares, one time after the other, and says from time to time how far it is.
addEventListener("message", ({ data: { value, modulus, done, squarings, every } }) => {
  while (done < squarings) {
    for (const until = Math.min(done + every, squarings); done < until; done++) value = (value * value) % modulus;
    postMessage({ value, done });
  }
});

"""What every analyzer does alike, whatever it counts: families of titles and games with kernels of their own."""

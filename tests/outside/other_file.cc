#include "area.h"

long area_elsewhere(long width, long height) { return area<long>(width, height); }
